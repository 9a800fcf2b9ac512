// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** pending: being computed, ask again. unavailable: see detail, such as a model that is gone. */
public enum ReasonsStatus {
    AVAILABLE("available"),
    PENDING("pending"),
    UNAVAILABLE("unavailable"),
    ;

    private final String value;

    ReasonsStatus(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static ReasonsStatus of(String value) {
        for (ReasonsStatus one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
