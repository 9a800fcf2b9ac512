// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** deny and allow decide the action; watch marks decisions. */
public enum ListKind {
    DENY("deny"),
    ALLOW("allow"),
    WATCH("watch"),
    ;

    private final String value;

    ListKind(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static ListKind of(String value) {
        for (ListKind one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
