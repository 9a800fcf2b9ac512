"""The peer in Python: FastAPI on uvicorn, with onnxruntime and SQLite.

    python with_fastapi.py CONFIG      prints {"url": …} when its socket is open

The requests that arrive in one turn of a process's event loop share a transaction and a run of the model,
and are answered after its commit. README.md in the folder above says what it does less than the service.
"""

import asyncio
import hashlib
import json
import math
import os
import sqlite3
import sys
import time
from contextlib import asynccontextmanager
from datetime import datetime, timezone

import numpy
import onnxruntime
import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from uvicorn.supervisors import Multiprocess

import risk_request
from counts import count_rows, identities_of, put_counts, request_features
from risk_request import RiskRequest

CONFIG = "BENCH_PEER_CONFIG"
BATCH_MAX = 256


class Decider:
    """Decides the waiting requests together, in one transaction; they see each other."""

    def __init__(self, config: dict):
        self.work = config["work"]
        self.key_hash = config["keyHash"]
        self.kinds = self.work["kinds"]
        self.windows_ms = self.work["windowsMs"]
        self.free_mail_domains = set(self.work["freeMailDomains"])
        risk_request.countries.update(self.work["countries"])
        model = self.work["model"]
        self.places = {name: place for place, name in enumerate(model["features"])}
        self.calibration_x = model["calibration"]["x"]
        self.calibration_y = model["calibration"]["y"]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(
            model["file"], options, providers=["CPUExecutionProvider"]
        )
        self.db = open_database(config["database"], self.work["sql"]["tables"])
        self.waiting: list[tuple[RiskRequest, asyncio.Future]] = []

    async def decide(self, request: RiskRequest) -> dict:
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self.waiting.append((request, future))
        if len(self.waiting) == 1:
            loop.call_soon(self.decide_waiting)
        return await future

    def decide_waiting(self) -> None:
        waiting, self.waiting = self.waiting, []
        for start in range(0, len(waiting), BATCH_MAX):
            batch = waiting[start : start + BATCH_MAX]
            try:
                answers = self.decide_all([request for request, _ in batch])
            except Exception as error:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                for _, future in batch:
                    future.set_exception(error)
            else:
                for (_, future), answer in zip(batch, answers):
                    if not future.cancelled():
                        future.set_result(answer)

    def decide_all(self, requests: list[RiskRequest]) -> list[dict]:
        model, sql = self.work["model"], self.work["sql"]
        vectors = numpy.full((len(requests), len(model["features"])), numpy.nan, numpy.float32)
        self.db.execute("BEGIN IMMEDIATE")
        attempts = [self.record(one, row) for one, row in zip(requests, vectors)]
        (output,) = self.session.run([model["output"]], {model["input"]: vectors})
        raw = output[:, model["column"]]
        probabilities = numpy.interp(raw, self.calibration_x, self.calibration_y).tolist()
        answers, rows = [], []
        for (id, at, counts), request, vector, p in zip(attempts, requests, vectors, probabilities):
            score = score_of(p)
            request_json = request.model_dump_json(exclude_none=True)
            rows.append((id, request_json, json.dumps(counts), vector.tobytes(), p, score))
            answers.append(answer_of(id, at, score))
        self.db.executemany(sql["insertDecision"], rows)
        self.db.execute("COMMIT")
        return answers

    def record(self, request: RiskRequest, vector) -> tuple[int, int, dict]:
        """Counts the earlier attempts into a row of the model's input, and adds this one."""
        at = time.time_ns() // 1_000_000
        sql, execute = self.work["sql"], self.db.execute
        collection = None
        if request.collectionId is not None:
            collection = execute(sql["findCollection"], (request.collectionId,)).fetchone()
        own = identities_of(request, collection, self.free_mail_domains)
        counts = {}
        for kind in self.kinds:
            identity = own[kind["kind"]]
            if identity is None:
                continue
            rows = execute(kind["sql"], (identity, at - self.windows_ms[-1])).fetchall()
            attempts, distinct = count_rows(kind, rows, own, at, self.windows_ms)
            counts[kind["kind"]] = {"attempts": attempts, "distinct": distinct}
            put_counts(vector, kind, attempts, distinct)
        facts = request_features(request, collection, at, self.free_mail_domains)
        for name, value in facts.items():
            if name in self.places:  # What the model reads.
                vector[self.places[name]] = value
        columns = [own[kind["kind"]] for kind in self.kinds]
        inserted = execute(sql["insertAttempt"], (at, *columns, own["city"]))
        return inserted.lastrowid, at, counts


def open_database(path: str, tables: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=10)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.executescript(tables)
    return db


def score_of(probability: float) -> int:
    points = 75 + 10 * math.log2(probability / (1 - probability) / 0.2)
    return min(99, max(0, math.floor(points + 0.5)))


def answer_of(id: int, at: int, score: int) -> dict:
    decided_at = datetime.fromtimestamp(at / 1000, timezone.utc)
    return {
        "decisionId": f"dec_{id}",
        "riskScore": score,
        "riskLevel": "high" if score >= 75 else "medium" if score >= 65 else "low",
        "suggestedAction": "deny" if score >= 75 else "allow",
        "riskSetting": "balanced",
        "decidedAt": decided_at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    }


@asynccontextmanager
async def lifespan(app: FastAPI):
    with open(os.environ[CONFIG], encoding="utf-8") as file:
        app.state.decider = Decider(json.load(file))
    yield


app = FastAPI(lifespan=lifespan, openapi_url=None)


@app.post("/v1/risk")
async def risk(request: RiskRequest, http: Request) -> JSONResponse:
    decider: Decider = app.state.decider
    key = http.headers.get("x-service-key", "")
    if hashlib.sha256(key.encode()).hexdigest() != decider.key_hash:
        return JSONResponse({"code": "invalid_key"}, 401)
    return JSONResponse(await decider.decide(request))


def main() -> None:
    os.environ[CONFIG] = sys.argv[1]
    with open(sys.argv[1], encoding="utf-8") as file:
        config = json.load(file)
    open_database(config["database"], config["work"]["sql"]["tables"]).close()
    wanted = uvicorn.Config(
        "with_fastapi:app",
        port=0,
        workers=config["processes"],
        loop="uvloop",
        http="httptools",
        log_level="warning",
        access_log=False,
    )
    socket = wanted.bind_socket()
    host, port = socket.getsockname()
    print(json.dumps({"url": f"http://{host}:{port}"}), flush=True)
    server = uvicorn.Server(wanted)
    if config["processes"] == 1:
        server.run(sockets=[socket])
    else:
        Multiprocess(wanted, sockets=[socket]).run()


if __name__ == "__main__":
    main()
