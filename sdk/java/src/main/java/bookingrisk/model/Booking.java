// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** The stay. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Booking {
    @JsonProperty("checkIn")
    private LocalDate checkIn;
    @JsonProperty("checkOut")
    private LocalDate checkOut;
    @JsonProperty("groupSize")
    private GroupSize groupSize;
    @JsonProperty("totalAmount")
    private Amount totalAmount;
    @JsonProperty("freeCancellationUntil")
    private OffsetDateTime freeCancellationUntil;

    /** Check-in date, YYYY-MM-DD. A date in the past is scored, not refused. */
    public LocalDate checkIn() {
        return checkIn;
    }

    /** Check-in date, YYYY-MM-DD. A date in the past is scored, not refused. */
    public Booking checkIn(LocalDate checkIn) {
        this.checkIn = checkIn;
        return this;
    }

    /** Check-out date, YYYY-MM-DD. Must be after checkIn. */
    public LocalDate checkOut() {
        return checkOut;
    }

    /** Check-out date, YYYY-MM-DD. Must be after checkIn. */
    public Booking checkOut(LocalDate checkOut) {
        this.checkOut = checkOut;
        return this;
    }

    public GroupSize groupSize() {
        return groupSize;
    }

    public Booking groupSize(GroupSize groupSize) {
        this.groupSize = groupSize;
        return this;
    }

    public Amount totalAmount() {
        return totalAmount;
    }

    public Booking totalAmount(Amount totalAmount) {
        this.totalAmount = totalAmount;
        return this;
    }

    /** Until when the booking can be cancelled free of charge: ISO 8601 with a time zone. Bookings in review are served by it. Optional. */
    public OffsetDateTime freeCancellationUntil() {
        return freeCancellationUntil;
    }

    /** Until when the booking can be cancelled free of charge: ISO 8601 with a time zone. Bookings in review are served by it. Optional. */
    public Booking freeCancellationUntil(OffsetDateTime freeCancellationUntil) {
        this.freeCancellationUntil = freeCancellationUntil;
        return this;
    }
}
