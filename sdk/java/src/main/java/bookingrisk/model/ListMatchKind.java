// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** watch marks a decision, and never decides it. */
public enum ListMatchKind {
    PASS("pass"),
    DENY("deny"),
    ALLOW("allow"),
    WATCH("watch"),
    ;

    private final String value;

    ListMatchKind(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static ListMatchKind of(String value) {
        for (ListMatchKind one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
