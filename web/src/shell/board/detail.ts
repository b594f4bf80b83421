/** Hands on the answer to a question unless another was asked since: return the result from an `$effect`. */
export function latest<T>(asked: Promise<T>, show: (answer: T) => void): () => void {
  let wanted = true
  void asked.then((answer) => wanted && show(answer))
  return () => (wanted = false)
}
