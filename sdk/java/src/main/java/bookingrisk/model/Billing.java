// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** The billing address given at checkout. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Billing {
    @JsonProperty("addressLine")
    private String addressLine;
    @JsonProperty("country")
    private String country;

    /** Street address. Optional. */
    public String addressLine() {
        return addressLine;
    }

    /** Street address. Optional. */
    public Billing addressLine(String addressLine) {
        this.addressLine = addressLine;
        return this;
    }

    /** Country of the billing address. An officially assigned ISO 3166-1 alpha-2 code, in any letter case. Optional. */
    public String country() {
        return country;
    }

    /** Country of the billing address. An officially assigned ISO 3166-1 alpha-2 code, in any letter case. Optional. */
    public Billing country(String country) {
        this.country = country;
        return this;
    }
}
