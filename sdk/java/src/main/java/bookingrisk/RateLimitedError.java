package bookingrisk;

/** Too many requests, also after the retries that the time allowed. */
public final class RateLimitedError extends ApiError {
    private static final long serialVersionUID = 1;

    RateLimitedError(Response response, Problem problem) {
        super(response, problem);
    }
}
