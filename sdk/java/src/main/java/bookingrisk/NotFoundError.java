package bookingrisk;

/** The project has no such decision. */
public final class NotFoundError extends ApiError {
    private static final long serialVersionUID = 1;

    NotFoundError(Response response, Problem problem) {
        super(response, problem);
    }
}
