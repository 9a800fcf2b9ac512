// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** The property being booked. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Hotel {
    @JsonProperty("referenceId")
    private String referenceId;
    @JsonProperty("giataId")
    private String giataId;
    @JsonProperty("name")
    private String name;
    @JsonProperty("address")
    private String address;
    @JsonProperty("country")
    private String country;

    /** Your own identifier for the property. Optional. */
    public String referenceId() {
        return referenceId;
    }

    /** Your own identifier for the property. Optional. */
    public Hotel referenceId(String referenceId) {
        this.referenceId = referenceId;
        return this;
    }

    /** GIATA property ID. Strongly recommended. Optional. */
    public String giataId() {
        return giataId;
    }

    /** GIATA property ID. Strongly recommended. Optional. */
    public Hotel giataId(String giataId) {
        this.giataId = giataId;
        return this;
    }

    /** Name of the property. */
    public String name() {
        return name;
    }

    /** Name of the property. */
    public Hotel name(String name) {
        this.name = name;
        return this;
    }

    /** Street address of the property. Optional. */
    public String address() {
        return address;
    }

    /** Street address of the property. Optional. */
    public Hotel address(String address) {
        this.address = address;
        return this;
    }

    /** Country of the property. An officially assigned ISO 3166-1 alpha-2 code, in any letter case. */
    public String country() {
        return country;
    }

    /** Country of the property. An officially assigned ISO 3166-1 alpha-2 code, in any letter case. */
    public Hotel country(String country) {
        this.country = country;
        return this;
    }
}
