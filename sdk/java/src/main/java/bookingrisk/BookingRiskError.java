package bookingrisk;

/** The class of all that a call throws. No message contains the secret key or what was sent. */
public abstract class BookingRiskError extends RuntimeException {
    private static final long serialVersionUID = 1;

    BookingRiskError(String message, Throwable cause) {
        super(message, cause);
    }
}
