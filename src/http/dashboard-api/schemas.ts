/**
 * The types of what requests contain. Rules that also hold on the command line, such as the length
 * of a name, are checked by the use cases.
 */
import { type Static, type TLiteral, type TUnion, Type } from "@sinclair/typebox";
import { emailCharactersMax } from "../../projects/accounts/email-address.ts";
import { passwordLimits } from "../../projects/accounts/password.ts";
import { keyKinds } from "../../projects/key-format.ts";
import { riskSettings } from "../../projects/risk-setting.ts";
import { outcomes } from "../../risk/outcome.ts";
import { roles } from "../../storage/port/roles.ts";

type Literals<Values extends readonly string[]> = {
  -readonly [Index in keyof Values]: TLiteral<Values[Index] & string>;
};

/** One of the values, which are stated once, with their type. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
): TUnion<Literals<Values>> {
  return Type.Union(values.map((value) => Type.Literal(value))) as never;
}

export const ofProject = Type.Object({ projectId: Type.String() });

export const Name = Type.String();
export const Email = Type.String({ maxLength: emailCharactersMax });
export const Password = Type.String({ minLength: 1, maxLength: passwordLimits.charactersMax * 2 });
/** `assertGoodPassword` says what is wrong with it. */
export const NewPassword = Type.String({ maxLength: passwordLimits.charactersMax * 2 });
export const Token = Type.String({ minLength: 1, maxLength: 100 });
export const Code = Type.String({ minLength: 1, maxLength: 40 });
const Encoded = Type.String({ maxLength: 8192 });
/** What a browser says of a passkey (WebAuthn), new or used. The sign-in library checks the rest. */
export const PasskeyResponse = Type.Object(
  {
    id: Type.String({ maxLength: 2048 }),
    rawId: Type.String({ maxLength: 2048 }),
    type: Type.Literal("public-key"),
    clientExtensionResults: Type.Object({}, { additionalProperties: true }),
    response: Type.Object(
      {
        clientDataJSON: Encoded,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
      },
      { additionalProperties: true },
    ),
  },
  { additionalProperties: true },
);
export type PasskeyResponse = Static<typeof PasskeyResponse>;
export const KeyKind = oneOf(keyKinds);
export const RiskSetting = oneOf(riskSettings);
export const Role = oneOf(roles);
export const Outcome = oneOf(outcomes);
export const Origins = Type.Union([Type.Null(), Type.Array(Type.String())]);
export type Origins = Static<typeof Origins>;
