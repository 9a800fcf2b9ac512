// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The project's risk setting at the time of the decision. */
public enum RiskSetting {
    MAXIMIZE_PROTECTION("maximizeProtection"),
    BALANCED("balanced"),
    MAXIMIZE_REVENUE("maximizeRevenue"),
    ;

    private final String value;

    RiskSetting(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static RiskSetting of(String value) {
        for (RiskSetting one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
