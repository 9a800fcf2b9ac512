package bookingrisk;

/** The key is missing, unknown, revoked or expired. */
public final class AuthenticationError extends ApiError {
    private static final long serialVersionUID = 1;

    AuthenticationError(Response response, Problem problem) {
        super(response, problem);
    }
}
