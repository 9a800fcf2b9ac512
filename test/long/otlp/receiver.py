"""An OTLP receiver: decodes by OpenTelemetry's published definitions, and refuses what they do not know.

Prints its port, then a JSON object a line for each export: path, headers, and the decoded body.
"""

import http.server
import json

from google.protobuf.json_format import MessageToDict
from google.protobuf.unknown_fields import UnknownFieldSet
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2 as metrics
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as traces

SERVICES = {
    "/v1/traces": (traces.ExportTraceServiceRequest, traces.ExportTraceServiceResponse),
    "/v1/metrics": (metrics.ExportMetricsServiceRequest, metrics.ExportMetricsServiceResponse),
}


def assert_known(message):
    if len(UnknownFieldSet(message)) > 0:
        raise ValueError(f"unknown fields in {message.DESCRIPTOR.full_name}")
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        for one in [value] if hasattr(value, "ListFields") else value:
            assert_known(one)


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request_type, response_type = SERVICES[self.path]
        assert self.headers["content-type"] == "application/x-protobuf"
        message = request_type.FromString(self.body())
        assert_known(message)
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = {"path": self.path, "headers": headers, "body": MessageToDict(message)}
        print(json.dumps(received), flush=True)
        answer = response_type().SerializeToString()
        self.send_response(200)
        self.send_header("content-type", "application/x-protobuf")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def body(self):
        if self.headers["transfer-encoding"] != "chunked":
            return self.rfile.read(int(self.headers["content-length"]))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
