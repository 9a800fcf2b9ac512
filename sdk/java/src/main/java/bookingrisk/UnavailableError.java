package bookingrisk;

/** The service cannot decide at the moment, and nothing was decided. */
public final class UnavailableError extends ApiError {
    private static final long serialVersionUID = 1;

    UnavailableError(Response response, Problem problem) {
        super(response, problem);
    }
}
