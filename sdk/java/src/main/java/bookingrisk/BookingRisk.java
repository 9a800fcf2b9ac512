package bookingrisk;

import bookingrisk.model.Decision;
import bookingrisk.model.ExplainedDecision;
import bookingrisk.model.ListEntry;
import bookingrisk.model.ListEntryPage;
import bookingrisk.model.ListKind;
import bookingrisk.model.NewListEntry;
import bookingrisk.model.Outcome;
import bookingrisk.model.OutcomeReport;
import bookingrisk.model.RiskRequest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The calls of a merchant's server, for any number of threads. Create one, and keep it. */
public final class BookingRisk {
    /** The version of this client. */
    public static final String VERSION = "0.1.0";

    /** A guest is waiting. */
    private static final Duration SCORE_TIMEOUT = Duration.ofSeconds(2);

    /** An answer waits for reasons for at most 3 seconds. */
    private static final Duration OTHER_TIMEOUT = Duration.ofSeconds(10);

    private static final int MAX_RETRIES = 2;

    /** Milliseconds before the first repetition; they double, and half of them are random. */
    private static final long FIRST_WAIT = 100;

    /** Nothing was decided, or the same answer will be given: all calls are safe to repeat. */
    private static final Set<Integer> RETRIED_STATUSES = Set.of(408, 429, 502, 503, 504);

    private static final ObjectMapper JSON =
            new ObjectMapper()
                    .registerModule(new JavaTimeModule())
                    .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    private final String baseUrl;
    private final String secretKey;
    private final CallOptions defaults;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER) // Another host must not get the key.
                    .build();

    /** The same with {@link CallOptions#DEFAULTS}. */
    public BookingRisk(String baseUrl, String secretKey) {
        this(baseUrl, secretKey, CallOptions.DEFAULTS);
    }

    /**
     * @param baseUrl the address of the service, such as {@code https://risk.example.com}
     * @param secretKey a secret key ({@code sk_…}) of the project
     * @param defaults of all calls
     * @throws IllegalArgumentException if the address or the key cannot be one; it never repeats the key
     */
    public BookingRisk(String baseUrl, String secretKey, CallOptions defaults) {
        if (!baseUrl.matches("https?://[^/?#@\\s]+(/[^?#\\s]*)?")) {
            throw new IllegalArgumentException(
                    "baseUrl must be an address such as https://risk.example.com");
        }
        if (!secretKey.matches("sk_[0-9A-Za-z]+")) {
            throw new IllegalArgumentException(
                    "secretKey must be a secret key of the project: sk_ and letters and digits");
        }
        this.baseUrl = baseUrl.replaceAll("/+$", "");
        this.secretKey = secretKey;
        this.defaults = defaults;
    }

    /** The same with the client's options. */
    public Decision score(RiskRequest request) {
        return score(request, CallOptions.DEFAULTS);
    }

    /**
     * Scores a booking attempt. Call it right before you commit the reservation.
     *
     * @throws BookingRiskError without a decision: apply your own rule
     * @throws IllegalArgumentException before anything is sent, if the key or the request cannot be one
     */
    public Decision score(RiskRequest request, CallOptions options) {
        String key = first(options.idempotencyKey(), UUID.randomUUID().toString());
        if (!key.matches("[ -~]{1,255}")) {
            throw new IllegalArgumentException(
                    "the idempotency key must be 1 to 255 printable ASCII characters");
        }
        HttpRequest.Builder call = post("/v1/risk", request).setHeader("Idempotency-Key", key);
        return call(call, Decision.class, "decisionId", SCORE_TIMEOUT, options);
    }

    /** The same with the client's options. */
    public ExplainedDecision getDecision(String decisionId) {
        return getDecision(decisionId, CallOptions.DEFAULTS);
    }

    /**
     * A decision with its outcome and its strongest reasons, for your support and your records.
     *
     * @throws BookingRiskError if there is no answer, or a problem
     */
    public ExplainedDecision getDecision(String decisionId, CallOptions options) {
        HttpRequest.Builder call = request("/v1/decisions/" + encoded(decisionId)).GET();
        return call(call, ExplainedDecision.class, "decisionId", OTHER_TIMEOUT, options);
    }

    /** The same with the client's options. */
    public Outcome reportOutcome(String decisionId, OutcomeReport report) {
        return reportOutcome(decisionId, report, CallOptions.DEFAULTS);
    }

    /**
     * Reports how a booking ended. The newest report counts, and repeating one changes nothing.
     *
     * @throws BookingRiskError if there is no answer, or a problem
     */
    public Outcome reportOutcome(String decisionId, OutcomeReport report, CallOptions options) {
        HttpRequest.Builder call = post("/v1/decisions/" + encoded(decisionId) + "/outcome", report);
        return call(call, Outcome.class, "decisionId", OTHER_TIMEOUT, options);
    }

    /** The same with the client's options. */
    public ListEntry addListEntry(ListKind kind, NewListEntry entry) {
        return addListEntry(kind, entry, CallOptions.DEFAULTS);
    }

    /**
     * Adds an entry to a list. If the value is in the list already, returns the entry that has it, unchanged.
     *
     * @throws BookingRiskError if there is no answer, or a problem
     */
    public ListEntry addListEntry(ListKind kind, NewListEntry entry, CallOptions options) {
        HttpRequest.Builder call = post(listPath(kind), entry);
        return call(call, ListEntry.class, "entryId", OTHER_TIMEOUT, options);
    }

    /** The same with the client's options. */
    public ListEntryPage listEntries(ListKind kind, ListPage page) {
        return listEntries(kind, page, CallOptions.DEFAULTS);
    }

    /**
     * A page of a list, newest entry first.
     *
     * @throws BookingRiskError if there is no answer, or a problem
     */
    public ListEntryPage listEntries(ListKind kind, ListPage page, CallOptions options) {
        var query = new StringJoiner("&");
        if (page.archived()) query.add("archived=true");
        if (page.limit() != null) query.add("limit=" + page.limit());
        if (page.cursor() != null) query.add("cursor=" + encoded(page.cursor()));
        HttpRequest.Builder call = request(listPath(kind) + "?" + query).GET();
        return call(call, ListEntryPage.class, "entries", OTHER_TIMEOUT, options);
    }

    /** The same with the client's options. */
    public ListEntry archiveListEntry(ListKind kind, String entryId) {
        return archiveListEntry(kind, entryId, CallOptions.DEFAULTS);
    }

    /**
     * Archives an entry: it applies to no request that is made afterwards. Repeating it changes nothing.
     *
     * @throws BookingRiskError if there is no answer, or a problem
     */
    public ListEntry archiveListEntry(ListKind kind, String entryId, CallOptions options) {
        HttpRequest.Builder call =
                request(listPath(kind) + "/" + encoded(entryId) + "/archive")
                        .POST(HttpRequest.BodyPublishers.noBody());
        return call(call, ListEntry.class, "entryId", OTHER_TIMEOUT, options);
    }

    private static String listPath(ListKind kind) {
        return "/v1/lists/" + kind.value() + "/entries";
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(baseUrl + path))
                .setHeader("Accept", "application/json, application/problem+json")
                .setHeader("User-Agent", "booking-risk-java/" + VERSION)
                .setHeader("X-Service-Key", secretKey);
    }

    private HttpRequest.Builder post(String path, Object body) {
        try {
            // As a string first: Jackson writes no bytes for a lone surrogate, as in a name that was cut
            // within a pair, whereas the encoder of a string replaces it by a question mark.
            String json = JSON.writeValueAsString(body);
            return request(path)
                    .setHeader("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(json));
        } catch (JsonProcessingException error) {
            throw new IllegalArgumentException("the request cannot be written as JSON", error);
        }
    }

    /** @param expected what every answer to the call has: an ID, or the entries of a page */
    private <T> T call(
            HttpRequest.Builder request,
            Class<T> answer,
            String expected,
            Duration timeout,
            CallOptions options) {
        Duration time = first(options.timeout(), first(defaults.timeout(), timeout));
        int retries = first(options.maxRetries(), first(defaults.maxRetries(), MAX_RETRIES));
        long deadline = System.nanoTime() + time.toNanos();
        for (int retry = 0; ; retry++) {
            try {
                return attempt(request.build(), answer, expected, deadline);
            } catch (BookingRiskError error) {
                long wait = retry < retries ? waitBefore(retry, error) : -1;
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (wait < 0 || wait >= left) throw error;
                pause(wait);
            }
        }
    }

    private <T> T attempt(
            HttpRequest request, Class<T> answer, String expected, long deadline) {
        var sent = http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        HttpResponse<byte[]> response;
        try {
            response = sent.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException error) {
            sent.cancel(true);
            throw new TimeoutError(error);
        } catch (ExecutionException error) {
            throw new ConnectionError(error.getCause());
        } catch (InterruptedException error) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            throw new ConnectionError(error);
        }
        if (response.statusCode() != 200) {
            throw ApiError.of(read(response), parsed(response, ApiError.Problem.class));
        }
        // A proxy may have answered instead, also with 200 and JSON, and Jackson requires no member.
        JsonNode json = parsed(response, JsonNode.class);
        JsonNode found = json == null ? MissingNode.getInstance() : json.path(expected);
        boolean isExpected =
                expected.equals("entries")
                        ? found.isArray()
                        : found.isTextual() && !found.textValue().isEmpty();
        T value = isExpected ? parsed(response, answer) : null;
        if (value == null) throw ApiError.of(read(response), null);
        return value;
    }

    private static <T> T parsed(HttpResponse<byte[]> response, Class<T> type) {
        try {
            return JSON.readValue(response.body(), type);
        } catch (java.io.IOException error) {
            return null;
        }
    }

    private static ApiError.Response read(HttpResponse<?> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("");
        int retryAfter = seconds.matches("[0-9]{1,9}") ? Integer.parseInt(seconds) : -1;
        String logId = response.headers().firstValue("X-Request-Id").orElse(null);
        return new ApiError.Response(response.statusCode(), retryAfter, logId);
    }

    /** Milliseconds before the next repetition; -1 where the error is not one to repeat a call after. */
    private static long waitBefore(int retry, BookingRiskError error) {
        long most = FIRST_WAIT << Math.min(retry, 20);
        long jitter = ThreadLocalRandom.current().nextLong(most / 2, most);
        if (error instanceof ConnectionError) {
            return Thread.currentThread().isInterrupted() ? -1 : jitter;
        }
        if (error instanceof ApiError refused && RETRIED_STATUSES.contains(refused.status())) {
            return refused.retryAfterSeconds().orElse(0) * 1000L + jitter;
        }
        return -1;
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new ConnectionError(error);
        }
    }

    private static <T> T first(T value, T otherwise) {
        return value == null ? otherwise : value;
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "BookingRisk[" + baseUrl + "]";
    }
}
