// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** low: 0 to 64, medium: 65 to 74, high: 75 to 99. */
public enum RiskLevel {
    LOW("low"),
    MEDIUM("medium"),
    HIGH("high"),
    ;

    private final String value;

    RiskLevel(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static RiskLevel of(String value) {
        for (RiskLevel one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
