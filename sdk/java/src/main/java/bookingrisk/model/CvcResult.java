// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The issuer's check of the card's security code. unavailable: the issuer did not answer. unchecked: it was not asked. */
public enum CvcResult {
    MATCH("match"),
    MISMATCH("mismatch"),
    UNAVAILABLE("unavailable"),
    UNCHECKED("unchecked"),
    ;

    private final String value;

    CvcResult(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static CvcResult of(String value) {
        for (CvcResult one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
