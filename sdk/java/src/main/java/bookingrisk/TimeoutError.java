package bookingrisk;

/** The time of the call was over. Whether the service has decided is not known. */
public final class TimeoutError extends BookingRiskError {
    private static final long serialVersionUID = 1;

    TimeoutError(Throwable cause) {
        super("no answer in time", cause);
    }
}
