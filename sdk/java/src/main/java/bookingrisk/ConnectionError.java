package bookingrisk;

/** No answer arrived: no connection, or one that was cut, also after the retries. */
public final class ConnectionError extends BookingRiskError {
    private static final long serialVersionUID = 1;

    ConnectionError(Throwable cause) {
        super("the service did not answer", cause);
    }
}
