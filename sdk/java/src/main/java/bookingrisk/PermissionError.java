package bookingrisk;

/** The key is of the wrong kind, or not accepted from this address. */
public final class PermissionError extends ApiError {
    private static final long serialVersionUID = 1;

    PermissionError(Response response, Problem problem) {
        super(response, problem);
    }
}
