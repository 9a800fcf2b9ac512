// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** deny from a riskScore of 65 (maximizeProtection), 75 (balanced) or 85 (maximizeRevenue), otherwise allow; a one-time pass or an entry of the deny or allow list takes precedence. */
public enum SuggestedAction {
    ALLOW("allow"),
    DENY("deny"),
    ;

    private final String value;

    SuggestedAction(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static SuggestedAction of(String value) {
        for (SuggestedAction one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
