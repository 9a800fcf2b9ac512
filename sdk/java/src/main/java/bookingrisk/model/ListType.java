// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** email: an e-mail address. domain: a mail domain. phone: a phone number. booker: a booker's referenceId. device: a device ID. ip: an IP address, or a network such as 203.0.113.0/24. */
public enum ListType {
    EMAIL("email"),
    DOMAIN("domain"),
    PHONE("phone"),
    BOOKER("booker"),
    DEVICE("device"),
    IP("ip"),
    ;

    private final String value;

    ListType(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static ListType of(String value) {
        for (ListType one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
