// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The first of these that applied: a one-time pass, an entry of the deny list, one of the allow list, the control group, which lets through a random few of those that the model denies, the model. */
public enum DecidedByKind {
    MODEL("model"),
    PASS("pass"),
    DENY("deny"),
    ALLOW("allow"),
    CONTROL_GROUP("controlGroup"),
    ;

    private final String value;

    DecidedByKind(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static DecidedByKind of(String value) {
        for (DecidedByKind one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
