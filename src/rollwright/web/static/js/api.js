/** What the page asks of the server. */

import { t } from "./words.js";

/** A refusal that the reader should see. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const PATIENCE = 12_000;

/**
 * Send something; gives the answer, or throws a `Refusal` in the reader's language.
 * @param {string} path
 * @param {Object<string, any>} [body]
 * @returns {Promise<any>}
 */
export function post(path, body = {}) {
  return request(path, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @param {string} path @returns {Promise<any>} */
export function get(path) {
  return request(path, { headers: { Accept: "application/json" } });
}

/** @param {string} path @param {RequestInit} options */
async function request(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE), cache: "no-store" });
  } catch {
    throw new Refusal("network", t("no_connection"));
  }
  let data = null;
  try {
    data = await response.json();
  } catch {
    // An answer without JSON is explained by its status below.
  }
  if (response.ok) return data;
  throw new Refusal(data?.error?.code ?? String(response.status), data?.error?.message ?? t("server_trouble"));
}
