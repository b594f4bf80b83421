/** Arrow keys go from tab to tab of a list, and no further: at a table they would turn back time. */
export function tabs(list: HTMLElement) {
  const keys = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (way === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const all = [...list.querySelectorAll<HTMLElement>('[role="tab"]')]
    const next = all[(all.indexOf(document.activeElement as HTMLElement) + way + all.length) % all.length]
    next?.focus()
    next?.click()
  }
  list.addEventListener('keydown', keys)
  return () => list.removeEventListener('keydown', keys)
}
