package bookingrisk;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.OptionalInt;

/** The service refused the request, or failed: RFC 9457's problem as an error. */
public class ApiError extends BookingRiskError {
    private static final long serialVersionUID = 1;

    /** The members of a problem that are read. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Problem(String code, String detail, String requestId, List<FieldError> errors) {}

    /** What is read of a response beside its body; {@code retryAfter} is -1 where it has none. */
    record Response(int status, int retryAfter, String logId) {}

    private static final Problem UNEXPECTED =
            new Problem(
                    "unexpected_response",
                    "The response is not one of Booking Risk. Check the address and what is in between.",
                    null,
                    List.of());

    private final int status;
    private final int retryAfter;
    private final String code;
    private final String detail;
    private final String requestId;
    private final String logId;
    private final List<FieldError> errors;

    ApiError(Response response, Problem problem) {
        super(messageOf(response.status(), problem), null);
        status = response.status();
        retryAfter = response.retryAfter();
        logId = response.logId();
        code = problem.code();
        detail = problem.detail();
        requestId = problem.requestId();
        errors = problem.errors() == null ? List.of() : List.copyOf(problem.errors());
    }

    /** @param problem null where the response is not one of the service */
    static ApiError of(Response response, Problem problem) {
        if (problem == null || problem.code() == null) return new ApiError(response, UNEXPECTED);
        return switch (problem.code()) {
            case "missing_key", "invalid_key", "revoked_key", "expired_key" ->
                    new AuthenticationError(response, problem);
            case "key_mode_mismatch", "address_not_allowed" ->
                    new PermissionError(response, problem);
            case "not_found" -> new NotFoundError(response, problem);
            case "idempotency_conflict" -> new IdempotencyConflictError(response, problem);
            case "validation_failed" -> new ValidationError(response, problem);
            case "rate_limited" -> new RateLimitedError(response, problem);
            case "unavailable" -> new UnavailableError(response, problem);
            default -> new ApiError(response, problem);
        };
    }

    private static String messageOf(int status, Problem problem) {
        var text = new StringBuilder();
        text.append(problem.code()).append(" (").append(status).append("): ");
        text.append(problem.detail());
        if (problem.errors() != null) {
            for (FieldError one : problem.errors()) {
                text.append(' ').append(one.pointer()).append(' ').append(one.message()).append('.');
            }
        }
        return text.toString();
    }

    /** The status code of the response. */
    public int status() {
        return status;
    }

    /** To branch on. A newer service may have codes that this version does not know. */
    public String code() {
        return code;
    }

    /** What is wrong with this request, and what to do. */
    public String detail() {
        return detail;
    }

    /** The requestId that was sent, or null if the service could not read it. */
    public String requestId() {
        return requestId;
    }

    /** The service's own ID of the request, as in its log; null where it sent none. */
    public String logId() {
        return logId;
    }

    /** How long to wait before another call, where the service said so. */
    public OptionalInt retryAfterSeconds() {
        return retryAfter < 0 ? OptionalInt.empty() : OptionalInt.of(retryAfter);
    }

    /** Each field that is missing or invalid. Empty except in a {@link ValidationError}. */
    public List<FieldError> errors() {
        return errors;
    }
}
