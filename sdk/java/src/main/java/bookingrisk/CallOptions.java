package bookingrisk;

import java.time.Duration;

/**
 * Settings of a client or of one call; null where the default applies.
 *
 * @param timeout the time of a whole call, its retries included: by default 2 seconds to score, else 10
 * @param maxRetries repetitions after a first attempt that failed, 2 by default
 * @param idempotencyKey of a call that scores: the same key with the same request within 24 hours gets the
 *     stored decision again. By default a new one for each call, kept through its retries. 1 to 255
 *     printable ASCII characters.
 */
public record CallOptions(Duration timeout, Integer maxRetries, String idempotencyKey) {
    /** Every default. */
    public static final CallOptions DEFAULTS = new CallOptions(null, null, null);

    /** The same with another time. */
    public CallOptions withTimeout(Duration timeout) {
        return new CallOptions(timeout, maxRetries, idempotencyKey);
    }

    /** The same with another number of repetitions. */
    public CallOptions withMaxRetries(int maxRetries) {
        return new CallOptions(timeout, maxRetries, idempotencyKey);
    }

    /** The same with another key. */
    public CallOptions withIdempotencyKey(String idempotencyKey) {
        return new CallOptions(timeout, maxRetries, idempotencyKey);
    }
}
