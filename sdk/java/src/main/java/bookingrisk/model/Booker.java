// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** The person who places the booking. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Booker {
    @JsonProperty("referenceId")
    private String referenceId;
    @JsonProperty("firstName")
    private String firstName;
    @JsonProperty("lastName")
    private String lastName;
    @JsonProperty("email")
    private String email;
    @JsonProperty("phone")
    private String phone;

    /** Your own identifier for the booker. Optional. */
    public String referenceId() {
        return referenceId;
    }

    /** Your own identifier for the booker. Optional. */
    public Booker referenceId(String referenceId) {
        this.referenceId = referenceId;
        return this;
    }

    /** Given name. */
    public String firstName() {
        return firstName;
    }

    /** Given name. */
    public Booker firstName(String firstName) {
        this.firstName = firstName;
        return this;
    }

    /** Family name. */
    public String lastName() {
        return lastName;
    }

    /** Family name. */
    public Booker lastName(String lastName) {
        this.lastName = lastName;
        return this;
    }

    /** E-mail address. */
    public String email() {
        return email;
    }

    /** E-mail address. */
    public Booker email(String email) {
        this.email = email;
        return this;
    }

    /** Phone number in E.164 format. */
    public String phone() {
        return phone;
    }

    /** Phone number in E.164 format. */
    public Booker phone(String phone) {
        this.phone = phone;
        return this;
    }
}
