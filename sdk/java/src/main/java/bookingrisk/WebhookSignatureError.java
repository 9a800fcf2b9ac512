package bookingrisk;

/** A webhook's request cannot be shown to come from the service: answer with 400, and do nothing else. */
public final class WebhookSignatureError extends BookingRiskError {
    private static final long serialVersionUID = 1;

    WebhookSignatureError(String message) {
        super(message, null);
    }
}
