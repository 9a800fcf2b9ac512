package bookingrisk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a webhook receives. The documents have the types, and what {@code data} has in each.
 *
 * @param id the same each time that the event is sent
 * @param type such as {@code decision.denied}; a newer service may have more
 * @param timestamp when it happened
 * @param sequence counts the events of the project, one after the other
 */
public record WebhookEvent(
        String id, String type, OffsetDateTime timestamp, long sequence, JsonNode data) {
    /** Seconds, as in Standard Webhooks. */
    private static final long TOLERANCE = 300;

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Verifies a request that a webhook received, by Standard Webhooks 1.0.
     *
     * @param body as it arrived, before it is parsed
     * @param header the value of the header of a name, or null: {@code request::getHeader}
     * @param secret of the endpoint ({@code whsec_…}); while it is replaced, the old and the new one both verify
     * @throws WebhookSignatureError if it cannot be shown to come from the service
     * @throws IllegalArgumentException if the secret is not one; it never repeats the secret
     */
    public static WebhookEvent verify(byte[] body, UnaryOperator<String> header, String secret) {
        byte[] key = keyOf(secret);
        String id = headerOf(header, "webhook-id");
        String timestamp = headerOf(header, "webhook-timestamp");
        String signatures = headerOf(header, "webhook-signature");
        long now = Instant.now().getEpochSecond();
        if (!timestamp.matches("[0-9]{1,12}")
                || Math.abs(now - Long.parseLong(timestamp)) > TOLERANCE) {
            throw new WebhookSignatureError(
                    "webhook-timestamp is more than five minutes from now");
        }
        byte[] expected = ascii("v1," + signatureOf(key, id + "." + timestamp + ".", body));
        for (String one : signatures.split(" ")) {
            // In constant time.
            if (MessageDigest.isEqual(ascii(one), expected)) return parsed(id, body);
        }
        throw new WebhookSignatureError("no signature is of the body and the secret");
    }

    private static byte[] keyOf(String secret) {
        try {
            if (secret.matches("whsec_.+")) {
                return Base64.getDecoder().decode(secret.substring("whsec_".length()));
            }
        } catch (IllegalArgumentException error) {
            // Its message has a character of the secret.
        }
        throw new IllegalArgumentException("secret must be the one of the endpoint: whsec_…");
    }

    private static String headerOf(UnaryOperator<String> header, String name) {
        String value = header.apply(name);
        if (value == null || value.isEmpty()) {
            throw new WebhookSignatureError(name + " is missing");
        }
        return value;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String signatureOf(byte[] key, String before, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error); // Every Java has it.
        }
    }

    private static WebhookEvent parsed(String id, byte[] body) {
        try {
            JsonNode event = JSON.readTree(new String(body, StandardCharsets.UTF_8));
            return new WebhookEvent(
                    id,
                    event.path("type").asText(),
                    OffsetDateTime.parse(event.path("timestamp").asText()),
                    event.path("sequence").asLong(),
                    event.path("data"));
        } catch (JsonProcessingException error) {
            throw new IllegalStateException("the service signed what is not JSON", error);
        }
    }
}
