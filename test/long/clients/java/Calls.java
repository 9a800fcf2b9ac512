import bookingrisk.ApiError;
import bookingrisk.BookingRisk;
import bookingrisk.CallOptions;
import bookingrisk.FieldError;
import bookingrisk.ListPage;
import bookingrisk.WebhookEvent;
import bookingrisk.model.ListKind;
import bookingrisk.model.NewListEntry;
import bookingrisk.model.OutcomeReport;
import bookingrisk.model.RiskRequest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The program of client-program.ts with the Java client. */
class Calls {
    static final ObjectMapper JSON =
            new ObjectMapper()
                    .registerModule(new JavaTimeModule())
                    .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            out.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
        }
    }

    static Map<String, Object> answer(JsonNode call) throws Exception {
        var answer = new LinkedHashMap<String, Object>();
        var printed = new StringWriter();
        BookingRisk client = null;
        try {
            client = new BookingRisk(call.get("baseUrl").asText(), call.get("secretKey").asText());
            answer.put("result", made(client, call));
        } catch (RuntimeException error) {
            answer.put("error", described(error));
            error.printStackTrace(new PrintWriter(printed, true));
        }
        answer.put("printed", client + " " + printed);
        return answer;
    }

    static Object made(BookingRisk client, JsonNode call) throws Exception {
        if (call.has("webhook")) return verified(call.get("webhook"));
        var options = CallOptions.DEFAULTS;
        if (call.has("timeoutMs")) {
            options = options.withTimeout(Duration.ofMillis(call.get("timeoutMs").asLong()));
        }
        if (call.has("maxRetries")) options = options.withMaxRetries(call.get("maxRetries").asInt());
        if (call.has("idempotencyKey")) {
            options = options.withIdempotencyKey(call.get("idempotencyKey").asText());
        }
        if (call.has("cutName")) {
            var booker = (ObjectNode) call.get("request").get("booker");
            String name = booker.get("firstName").asText();
            booker.put("firstName", name.substring(0, call.get("cutName").asInt()));
        }
        return switch (call.get("operation").asText()) {
            case "getDecision" -> client.getDecision(call.get("decisionId").asText(), options);
            case "reportOutcome" ->
                    client.reportOutcome(
                            call.get("decisionId").asText(),
                            JSON.treeToValue(call.get("report"), OutcomeReport.class),
                            options);
            case "addListEntry" ->
                    client.addListEntry(
                            kindOf(call),
                            JSON.treeToValue(call.get("entry"), NewListEntry.class),
                            options);
            case "listEntries" -> client.listEntries(kindOf(call), pageOf(call), options);
            case "archiveListEntry" ->
                    client.archiveListEntry(kindOf(call), call.get("entryId").asText(), options);
            default ->
                    client.score(JSON.treeToValue(call.get("request"), RiskRequest.class), options);
        };
    }

    static WebhookEvent verified(JsonNode webhook) {
        byte[] body = webhook.get("body").asText().getBytes(StandardCharsets.UTF_8);
        var headers = webhook.get("headers");
        return WebhookEvent.verify(
                body, name -> headers.path(name).asText(null), webhook.get("secret").asText());
    }

    static ListKind kindOf(JsonNode call) throws Exception {
        return JSON.treeToValue(call.get("kind"), ListKind.class);
    }

    static ListPage pageOf(JsonNode call) {
        var given = call.get("page");
        var page = ListPage.FIRST.withArchived(given.path("archived").asBoolean());
        if (given.has("limit")) page = page.withLimit(given.get("limit").asInt());
        return given.has("cursor") ? page.after(given.get("cursor").asText()) : page;
    }

    static Map<String, Object> described(RuntimeException error) {
        var d = new LinkedHashMap<String, Object>();
        var refused = error instanceof ApiError one ? one : null;
        d.put("class", error.getClass().getSimpleName());
        d.put("status", refused == null ? null : refused.status());
        d.put("code", refused == null ? null : refused.code());
        d.put("detail", refused == null ? null : refused.detail());
        d.put("requestId", refused == null ? null : refused.requestId());
        Integer seconds = null;
        if (refused != null && refused.retryAfterSeconds().isPresent()) {
            seconds = refused.retryAfterSeconds().getAsInt();
        }
        d.put("retryAfterSeconds", seconds);
        d.put("errors", refused == null ? List.<FieldError>of() : refused.errors());
        return d;
    }
}
