/** The certificate with which the service answers HTTPS, read from PEM files. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { dayMs } from "../base/durations.ts";

/** Paths, absolute. */
export interface CertificateFiles {
  /** The certificate, followed by those of its chain. */
  certificate: string;
  /** The private key of the first certificate, without a passphrase. */
  key: string;
}

export interface Certificate {
  /** The texts of the files. */
  cert: string;
  key: string;
  /** When the first certificate of the chain expires, ms since 1970. */
  expiresAt: number;
}

/** The files cannot be used; the message names the file and the reason, in one line. */
export class UnusableCertificate extends Error {
  override readonly name = "UnusableCertificate";
}

/** Certificates of 90 days are renewed 30 days before their end: fewer days left are a failed renewal. */
const daysLeftMin = 14;

/** @throws UnusableCertificate */
export function readCertificate(files: CertificateFiles): Certificate {
  const cert = textOf(files.certificate);
  const [first, ...chain] = certificatesIn(files.certificate, cert);
  if (first === undefined) {
    throw new UnusableCertificate(`${files.certificate} has no certificate in PEM format`);
  }
  const key = textOf(files.key);
  if (!first.checkPrivateKey(privateKeyIn(files.key, key))) {
    throw new UnusableCertificate(
      `${files.key} is not the key of the first certificate in ${files.certificate}`,
    );
  }
  // A browser stops trusting the whole chain with the first of its certificates that expires.
  const ends = [first, ...chain].map(({ validTo }) => Date.parse(validTo));
  return { cert, key, expiresAt: Math.min(...ends) };
}

/** A line for `/readyz` and `doctor` where the certificate must be replaced soon. */
export function certificateWarnings(certificate: Certificate | null, now: number): string[] {
  if (certificate === null) return [];
  const left = Math.floor((certificate.expiresAt - now) / dayMs);
  if (left >= daysLeftMin) return [];
  const when = left < 0 ? "has expired" : `expires in ${left} ${left === 1 ? "day" : "days"}`;
  return [`the TLS certificate ${when}: replace its files, and send the service SIGHUP`];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UnusableCertificate(`${path} cannot be read (${(error as { code?: string }).code})`);
  }
}

const certificateForm = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function certificatesIn(path: string, text: string): X509Certificate[] {
  return (text.match(certificateForm) ?? []).map((pem, index) => {
    try {
      return new X509Certificate(pem);
    } catch {
      throw new UnusableCertificate(`certificate ${index + 1} in ${path} is damaged`);
    }
  });
}

function privateKeyIn(path: string, text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    const isEncrypted = /ENCRYPTED/.test(text);
    const fault = isEncrypted ? "is encrypted; decrypt it" : "has no private key in PEM format";
    throw new UnusableCertificate(`${path} ${fault}`);
  }
}
