// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** A named guest. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Guest {
    @JsonProperty("firstName")
    private String firstName;
    @JsonProperty("lastName")
    private String lastName;

    /** Given name. Optional. */
    public String firstName() {
        return firstName;
    }

    /** Given name. Optional. */
    public Guest firstName(String firstName) {
        this.firstName = firstName;
        return this;
    }

    /** Family name. Optional. */
    public String lastName() {
        return lastName;
    }

    /** Family name. Optional. */
    public Guest lastName(String lastName) {
        this.lastName = lastName;
        return this;
    }
}
