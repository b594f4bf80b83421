// The pages that have an address of their own.
export const PAGES = { lobby: '/', new_game: '/new/star_borders', tables: '/tables', replays: '/replays', days: '/days', rules: '/rules/star_borders', account: '/account', settings: '/settings', nowhere: '/nowhere' }
