package bookingrisk;

/** The idempotency key was used with another request. */
public final class IdempotencyConflictError extends ApiError {
    private static final long serialVersionUID = 1;

    IdempotencyConflictError(Response response, Problem problem) {
        super(response, problem);
    }
}
