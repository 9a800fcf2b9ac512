// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How the booking is paid. wallet: such as Apple Pay or PayPal. payLater: in instalments, such as Klarna. payAtProperty: nothing is paid or guaranteed yet. */
public enum PaymentMethod {
    CARD("card"),
    WALLET("wallet"),
    BANK_TRANSFER("bankTransfer"),
    DIRECT_DEBIT("directDebit"),
    PAY_LATER("payLater"),
    GIFT_CARD("giftCard"),
    LOYALTY_POINTS("loyaltyPoints"),
    INVOICE("invoice"),
    PAY_AT_PROPERTY("payAtProperty"),
    OTHER("other"),
    ;

    private final String value;

    PaymentMethod(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static PaymentMethod of(String value) {
        for (PaymentMethod one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
