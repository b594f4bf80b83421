/** The WebSocket subprotocol in which longer messages come as binary frames, each a raw deflate stream. */
export const DEFLATE_PROTOCOLS = typeof DecompressionStream === 'undefined' ? [] : ['deflate']

/** The text of a packed message. */
export async function inflate(packed: ArrayBuffer): Promise<string> {
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}
