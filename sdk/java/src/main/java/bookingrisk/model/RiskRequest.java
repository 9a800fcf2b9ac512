// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** One booking attempt. Optional fields may be absent or null. Unknown fields are ignored and not stored. Strings are trimmed. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class RiskRequest {
    @JsonProperty("collectionId")
    private String collectionId;
    @JsonProperty("booker")
    private Booker booker;
    @JsonProperty("guests")
    private List<Guest> guests;
    @JsonProperty("billing")
    private Billing billing;
    @JsonProperty("hotel")
    private Hotel hotel;
    @JsonProperty("booking")
    private Booking booking;
    @JsonProperty("payment")
    private Payment payment;
    @JsonProperty("attributes")
    private java.util.Map<String, Object> attributes;
    @JsonProperty("requestId")
    private String requestId;

    /** The collection ID of the guest's browser tab, from window.Service.getCollectionId(). An ID that is unknown, expired or of another project is a signal, never an error. Optional. */
    public String collectionId() {
        return collectionId;
    }

    /** The collection ID of the guest's browser tab, from window.Service.getCollectionId(). An ID that is unknown, expired or of another project is a signal, never an error. Optional. */
    public RiskRequest collectionId(String collectionId) {
        this.collectionId = collectionId;
        return this;
    }

    public Booker booker() {
        return booker;
    }

    public RiskRequest booker(Booker booker) {
        this.booker = booker;
        return this;
    }

    /** The named guests. Always an array, even for one guest. Optional. */
    public List<Guest> guests() {
        return guests;
    }

    /** The named guests. Always an array, even for one guest. Optional. */
    public RiskRequest guests(List<Guest> guests) {
        this.guests = guests;
        return this;
    }

    public Billing billing() {
        return billing;
    }

    public RiskRequest billing(Billing billing) {
        this.billing = billing;
        return this;
    }

    public Hotel hotel() {
        return hotel;
    }

    public RiskRequest hotel(Hotel hotel) {
        this.hotel = hotel;
        return this;
    }

    public Booking booking() {
        return booking;
    }

    public RiskRequest booking(Booking booking) {
        this.booking = booking;
        return this;
    }

    public Payment payment() {
        return payment;
    }

    public RiskRequest payment(Payment payment) {
        this.payment = payment;
        return this;
    }

    /** Columns of your own, by the names under which the project declares them: a number, a text of at most 64 characters for a category, true or false for a flag. Optional. */
    public java.util.Map<String, Object> attributes() {
        return attributes;
    }

    /** Columns of your own, by the names under which the project declares them: a number, a text of at most 64 characters for a category, true or false for a flag. Optional. */
    public RiskRequest attributes(java.util.Map<String, Object> attributes) {
        this.attributes = attributes;
        return this;
    }

    /** Your correlation ID for this request. Returned in errors and stored with the decision. */
    public String requestId() {
        return requestId;
    }

    /** Your correlation ID for this request. Returned in errors and stored with the decision. */
    public RiskRequest requestId(String requestId) {
        this.requestId = requestId;
        return this;
    }
}
