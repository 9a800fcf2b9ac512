// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** open: waiting for a person's verdict, or being looked at. */
public enum ReviewStatus {
    OPEN("open"),
    DECIDED("decided"),
    ;

    private final String value;

    ReviewStatus(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static ReviewStatus of(String value) {
        for (ReviewStatus one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
