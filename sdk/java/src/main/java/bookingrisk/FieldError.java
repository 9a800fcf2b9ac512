package bookingrisk;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.Serializable;

/**
 * A field that is missing or invalid.
 *
 * @param pointer JSON Pointer (RFC 6901) to the field, as in {@code /booker/email}
 * @param message what the field must be
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record FieldError(String pointer, String message) implements Serializable {}
