// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The result of 3-D Secure. attempted: the issuer accepted the liability without authenticating the cardholder. unavailable: the card or its issuer does not take part, or did not answer. */
public enum ThreeDSecureResult {
    AUTHENTICATED("authenticated"),
    ATTEMPTED("attempted"),
    EXEMPTED("exempted"),
    FAILED("failed"),
    UNAVAILABLE("unavailable"),
    NOT_REQUESTED("notRequested"),
    ;

    private final String value;

    ThreeDSecureResult(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static ThreeDSecureResult of(String value) {
        for (ThreeDSecureResult one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
