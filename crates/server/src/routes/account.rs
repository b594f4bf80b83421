//! Who am I.

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::{HeaderMap, StatusCode, request::Parts},
};
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use store::{AccountRow, Settings};
use utoipa::ToSchema;
use wire::{
    Account, AccountSettings, Failure, GuestRequest, Login, Me, NewPassword, Notice, NoticeKind, Register,
};

use crate::{
    app::App,
    auth::{self, CurrentUser, MaybeUser, RateLimitedUser},
    error::{Code, Error, Result, refuse, sign_in},
    extract::{JsonBody, QueryParams},
};

/// The address may try to log in (or register, or become a guest) now.
pub(crate) struct LoginRateLimit;

impl FromRequestParts<Arc<App>> for LoginRateLimit {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        app.limits.login(auth::address(app, parts)).map(|()| Self)
    }
}

fn describe(row: &AccountRow) -> Account {
    Account {
        id: row.id,
        name: row.name.clone(),
        guest: row.is_guest(),
        admin: row.admin == 1,
        settings: AccountSettings {
            email: Some(row.email.clone()),
            webhook: Some(row.webhook.clone()),
            notices: Some(row.notices == 1),
        },
    }
}

async fn account(app: &App, id: i64) -> Result<AccountRow> {
    app.store.account(id).await?.ok_or_else(sign_in)
}

async fn begin(app: &App, jar: CookieJar, row: &AccountRow) -> Result<(CookieJar, Json<Account>)> {
    let token = app.sessions.begin(&app.store, row.id).await?;
    Ok((jar.add(auth::cookie(app, token)), Json(describe(row))))
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "account", responses((status = 200, body = Me)))]
pub(crate) async fn me(State(app): State<Arc<App>>, MaybeUser(person): MaybeUser) -> Result<Json<Me>> {
    let address = crate::address::shared_url(&app.config);
    let Some(person) = person else { return Ok(Json(Me { account: None, waiting: 0, unread: 0, address })) };
    let row = account(&app, person.account).await?;
    app.flush().await?;
    let waiting = app.store.waiting_for(row.id).await? as u32;
    let unread = app.store.unread(row.id).await? as u32;
    Ok(Json(Me { account: Some(describe(&row)), waiting, unread, address }))
}

/// Play at once.
#[utoipa::path(post, path = "/api/session/guest", tag = "account", request_body = GuestRequest,
    responses((status = 200, body = Account), (status = "default", body = Failure)))]
pub(crate) async fn guest(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    _may: LoginRateLimit,
    jar: CookieJar,
    JsonBody(request): JsonBody<GuestRequest>,
) -> Result<(CookieJar, Json<Account>)> {
    if let Some(person) = person {
        return Ok((jar, Json(describe(&account(&app, person.account).await?))));
    }
    let name = match &request.name {
        Some(name) => {
            let name = auth::validate_name(name, 1)?;
            if app.store.account_named(&name).await?.is_some() {
                return Err(name_taken(&name));
            }
            name
        }
        None => format!("Guest {}", auth::random_token(3)),
    };
    let id = app.store.create_guest(&name).await?;
    begin(&app, jar, &account(&app, id).await?).await
}

/// Come back.
#[utoipa::path(post, path = "/api/session", tag = "account", request_body = Login,
    responses((status = 200, body = Account), (status = "default", body = Failure)))]
pub(crate) async fn login(
    State(app): State<Arc<App>>,
    _may: LoginRateLimit,
    jar: CookieJar,
    JsonBody(request): JsonBody<Login>,
) -> Result<(CookieJar, Json<Account>)> {
    let name = request.name.trim();
    app.limits.password_attempt(name, app.now())?;
    let row = app.store.account_named(name).await?;
    let right = auth::verify_password(row.as_ref(), &request.password).await?;
    if let Some(row) = row.filter(|_| right) {
        return begin(&app, jar, &row).await;
    }
    app.limits.password_failed(name, app.now());
    Err(wrong_password())
}

fn name_taken(name: &str) -> Error {
    refuse(Code::NameTaken, format!("the name {name:?} is already taken"))
}

fn wrong_password() -> Error {
    refuse(Code::WrongPassword, "wrong name or password")
}

/// Go.
#[utoipa::path(delete, path = "/api/session", tag = "account", responses((status = 204)))]
pub(crate) async fn logout(
    State(app): State<Arc<App>>,
    jar: CookieJar,
    headers: HeaderMap,
) -> Result<(CookieJar, StatusCode)> {
    if let Some(token) = auth::token(&headers) {
        app.sessions.end(&app.store, token).await?;
    }
    Ok((jar.remove(auth::cookie(&app, String::new())), StatusCode::NO_CONTENT))
}

/// Make an account, or claim the guest.
#[utoipa::path(post, path = "/api/account", tag = "account", request_body = Register,
    responses((status = 200, body = Account), (status = "default", body = Failure)))]
pub(crate) async fn register(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    _may: LoginRateLimit,
    jar: CookieJar,
    JsonBody(request): JsonBody<Register>,
) -> Result<(CookieJar, Json<Account>)> {
    let name = auth::validate_name(&request.name, 2)?;
    auth::validate_password(&request.password)?;
    let taken = || name_taken(&name);
    if app.store.account_named(&name).await?.is_some() {
        return Err(taken());
    }
    if let Some(person) = &person
        && !account(&app, person.account).await?.is_guest()
    {
        return Err(refuse(Code::NotAGuest, "you are signed in to an account; sign out to create another"));
    }
    let password = auth::hash_password(&request.password).await?;
    let id = match &person {
        Some(guest) => {
            let claimed = app.store.claim_guest(guest.account, &name, &password).await?;
            app.sessions.invalidate(guest.account);
            claimed.then_some(guest.account)
        }
        None => app.store.create_account(&name, &password).await?,
    };
    let row = account(&app, id.ok_or_else(taken)?).await?;
    // A guest must not be mistaken for the account.
    app.store.mark_guests_named(&name).await?;
    app.sessions.clear();
    if person.is_some() {
        return Ok((jar, Json(describe(&row))));
    }
    begin(&app, jar, &row).await
}

/// Sign out everywhere: ends all sessions of the account and their streams.
#[utoipa::path(delete, path = "/api/sessions", tag = "account", responses((status = 204)))]
pub(crate) async fn logout_everywhere(
    State(app): State<Arc<App>>,
    CurrentUser(person): CurrentUser,
    jar: CookieJar,
) -> Result<(CookieJar, StatusCode)> {
    app.sessions.end_others(&app.store, person.account, "").await?;
    Ok((jar.remove(auth::cookie(&app, String::new())), StatusCode::NO_CONTENT))
}

/// Change the settings for notices.
#[utoipa::path(patch, path = "/api/account", tag = "account", request_body = AccountSettings,
    responses((status = 200, body = Account), (status = "default", body = Failure)))]
pub(crate) async fn settings(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    JsonBody(request): JsonBody<AccountSettings>,
) -> Result<Json<Account>> {
    let row = account(&app, person.account).await?;
    let settings = Settings {
        email: request.email.map_or(row.email, |email| email.trim().to_owned()),
        webhook: request.webhook.map_or(row.webhook, |webhook| webhook.trim().to_owned()),
        notices: request.notices.unwrap_or(row.notices == 1),
    };
    crate::notify::validate_email(&settings.email).map_err(|why| refuse(Code::Email, why))?;
    let (webhook, insecure) = (settings.webhook.clone(), app.config.allow_insecure_webhooks);
    let checked = tokio::task::spawn_blocking(move || crate::notify::check_webhook(&webhook, insecure)).await;
    checked.map_err(|error| Error::Internal(error.to_string()))?.map_err(|why| refuse(Code::Webhook, why))?;
    app.store.set_settings(person.account, &settings).await?;
    Ok(Json(describe(&account(&app, person.account).await?)))
}

/// Another password.
#[utoipa::path(post, path = "/api/account/password", tag = "account", request_body = NewPassword,
    responses((status = 204), (status = "default", body = Failure)))]
pub(crate) async fn password(
    State(app): State<Arc<App>>,
    CurrentUser(person): CurrentUser,
    _may: LoginRateLimit,
    headers: HeaderMap,
    JsonBody(request): JsonBody<NewPassword>,
) -> Result<StatusCode> {
    auth::validate_password(&request.new)?;
    let row = account(&app, person.account).await?;
    app.limits.password_attempt(&row.name, app.now())?;
    if !auth::verify_password(Some(&row), &request.old).await? {
        app.limits.password_failed(&row.name, app.now());
        return Err(wrong_password());
    }
    app.store.set_password(row.id, &auth::hash_password(&request.new).await?).await?;
    let token = auth::token(&headers).unwrap_or_default();
    app.sessions.end_others(&app.store, row.id, token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Query of a list of notices.
#[derive(Deserialize)]
pub(crate) struct NoticeQuery {
    #[serde(default)]
    after: i64,
}

/// What I should know.
#[utoipa::path(get, path = "/api/notices", tag = "account", params(("after" = Option<i64>, Query)),
    responses((status = 200, body = Vec<Notice>), (status = "default", body = Failure)))]
pub(crate) async fn notices(
    State(app): State<Arc<App>>,
    CurrentUser(person): CurrentUser,
    QueryParams(NoticeQuery { after }): QueryParams<NoticeQuery>,
) -> Result<Json<Vec<Notice>>> {
    let rows = app.store.notices(person.account, after).await?.into_iter();
    let notice = |row: store::NoticeRow| Notice {
        id: row.id,
        at: row.at,
        kind: match row.kind.as_str() {
            "deadline" => NoticeKind::Deadline,
            "over" => NoticeKind::Over,
            _ => NoticeKind::YourTurn,
        },
        table: row.code,
        text: row.text,
        read: row.read == 1,
    };
    Ok(Json(rows.map(notice).collect()))
}

/// Up to which notice I have read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadUpTo {
    up_to: i64,
}

/// I have read these.
#[utoipa::path(post, path = "/api/notices/read", tag = "account", request_body = ReadUpTo,
    responses((status = 204), (status = "default", body = Failure)))]
pub(crate) async fn read_notices(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    JsonBody(ReadUpTo { up_to }): JsonBody<ReadUpTo>,
) -> Result<StatusCode> {
    app.store.read_notices(person.account, up_to).await?;
    Ok(StatusCode::NO_CONTENT)
}
