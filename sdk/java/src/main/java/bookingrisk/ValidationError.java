package bookingrisk;

/** Fields are missing or invalid: {@link #errors()} names each of them. */
public final class ValidationError extends ApiError {
    private static final long serialVersionUID = 1;

    ValidationError(Response response, Problem problem) {
        super(response, problem);
    }
}
