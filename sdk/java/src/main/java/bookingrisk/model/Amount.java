// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** An amount of money. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Amount {
    @JsonProperty("value")
    private Long value;
    @JsonProperty("currency")
    private String currency;

    /** A whole number of the currency's minor units: 12550 is EUR 125.50, and JPY 12,550. */
    public Long value() {
        return value;
    }

    /** A whole number of the currency's minor units: 12550 is EUR 125.50, and JPY 12,550. */
    public Amount value(Long value) {
        this.value = value;
        return this;
    }

    /** A code of ISO 4217, in any letter case. */
    public String currency() {
        return currency;
    }

    /** A code of ISO 4217, in any letter case. */
    public Amount currency(String currency) {
        this.currency = currency;
        return this;
    }
}
