const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** Arrow keys move the focus to the next element with `data-place`, in the direction it lies on the screen. */
export function steer(event: KeyboardEvent) {
  const way = WAYS[event.key]
  const node = (event.target as Element).closest('[data-place]')
  if (!way || event.shiftKey || !node) return
  const [dx, dy] = way
  const middle = (found: Element) => {
    const box = found.getBoundingClientRect()
    return { found, x: box.left + box.width / 2, y: box.top + box.height / 2 }
  }
  const here = middle(node)
  let best: Element | undefined
  let shortest = Infinity
  for (const { found, x, y } of [...document.querySelectorAll('.board [data-place]')].map(middle)) {
    const along = (x - here.x) * dx + (y - here.y) * dy
    const across = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx)
    const length = along + 2 * across
    if (found !== node && along > 2 && length < shortest) [best, shortest] = [found, length]
  }
  event.preventDefault()
  event.stopPropagation()
  ;(best as SVGElement | undefined)?.focus()
}
