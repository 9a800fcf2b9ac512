// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** What you know of the payment. Never a card number, a security code or other data of the card. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Payment {
    @JsonProperty("method")
    private PaymentMethod method;
    @JsonProperty("instrumentId")
    private String instrumentId;
    @JsonProperty("bin")
    private String bin;
    @JsonProperty("billingCountryMatch")
    private Boolean billingCountryMatch;
    @JsonProperty("avs")
    private AvsResult avs;
    @JsonProperty("cvc")
    private CvcResult cvc;
    @JsonProperty("threeDSecure")
    private ThreeDSecureResult threeDSecure;
    @JsonProperty("previousDeclines")
    private Integer previousDeclines;

    public PaymentMethod method() {
        return method;
    }

    public Payment method(PaymentMethod method) {
        this.method = method;
        return this;
    }

    /** Your payment processor's token or fingerprint, the same for each use of one card or account. Never the card number: what looks like one is refused. Optional. */
    public String instrumentId() {
        return instrumentId;
    }

    /** Your payment processor's token or fingerprint, the same for each use of one card or account. Never the card number: what looks like one is refused. Optional. */
    public Payment instrumentId(String instrumentId) {
        this.instrumentId = instrumentId;
        return this;
    }

    /** The first 6 to 8 digits of the card number, and no more of it. Optional. */
    public String bin() {
        return bin;
    }

    /** The first 6 to 8 digits of the card number, and no more of it. Optional. */
    public Payment bin(String bin) {
        this.bin = bin;
        return this;
    }

    /** Whether the card was issued in the country of the billing address. Optional. */
    public Boolean billingCountryMatch() {
        return billingCountryMatch;
    }

    /** Whether the card was issued in the country of the billing address. Optional. */
    public Payment billingCountryMatch(Boolean billingCountryMatch) {
        this.billingCountryMatch = billingCountryMatch;
        return this;
    }

    public AvsResult avs() {
        return avs;
    }

    public Payment avs(AvsResult avs) {
        this.avs = avs;
        return this;
    }

    public CvcResult cvc() {
        return cvc;
    }

    public Payment cvc(CvcResult cvc) {
        this.cvc = cvc;
        return this;
    }

    public ThreeDSecureResult threeDSecure() {
        return threeDSecure;
    }

    public Payment threeDSecure(ThreeDSecureResult threeDSecure) {
        this.threeDSecure = threeDSecure;
        return this;
    }

    /** Payments for this booking that were declined before this request. Optional. */
    public Integer previousDeclines() {
        return previousDeclines;
    }

    /** Payments for this booking that were declined before this request. Optional. */
    public Payment previousDeclines(Integer previousDeclines) {
        this.previousDeclines = previousDeclines;
        return this;
    }
}
