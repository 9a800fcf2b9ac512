/** Routing: the pages before and after signing in. */
import { type ReactNode, useState } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import {
  HoldSessionContext,
  MeContext,
  type Project,
  ProjectContext,
  useMe,
  useProject,
  useSession,
} from "./api/session.ts";
import { LinkButton } from "./components/button.tsx";
import { lazyPage } from "./components/lazy-page.tsx";
import { EmptyState, ErrorNotice, Page, SkeletonRows } from "./components/page.tsx";
import { lastProject } from "./layout/last-project.ts";
import { Layout } from "./layout/layout.tsx";
import { firstPage, pages, projectHome, projectPages } from "./pages/navigation.ts";
import {
  pageComponents,
  projectDetailPages,
  projectPageComponents,
} from "./pages/page-components.tsx";
import { hasBegun, useStart } from "./pages/start/use-start.ts";

const SignIn = lazyPage(() => import("./pages/sign-in/page.tsx"));
const SecondFactorNeeded = lazyPage(
  () => import("./pages/second-factor/page.tsx"),
  <SkeletonRows rows={4} />,
);
const Welcome = lazyPage(() => import("./pages/welcome/page.tsx"));

export function App() {
  return (
    <Router base="/dashboard">
      <Switch>
        <Route path="/welcome">
          <Welcome />
        </Route>
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Router>
  );
}

/** Signing in happens at the requested URL, so that the requested page follows. */
function SignedIn() {
  const [isHeld, hold] = useState(false);
  const { data, error, refetch } = useSession(isHeld);
  if (error && !data) {
    return (
      <div className="sign-in">
        <ErrorNotice error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (!data) return null;
  if (!data.me) return <SignIn needsOwner={data.needsOwner} />;
  return (
    <MeContext value={data.me}>
      <HoldSessionContext value={hold}>
        <Switch>
          <Route path="/p/:projectId/*?">
            {({ projectId }) => (
              <InProject project={data.me?.projects.find((one) => one.projectId === projectId)} />
            )}
          </Route>
          <Route>
            <Layout project={lastProject(data.me.projects)}>
              <Pages />
            </Layout>
          </Route>
        </Switch>
      </HoldSessionContext>
    </MeContext>
  );
}

function InProject({ project }: { project: Project | undefined }) {
  if (!project) {
    return (
      <Layout project={null}>
        <NotFound>This project does not exist, or you have no access to it.</NotFound>
      </Layout>
    );
  }
  if (project.needsSecondFactor) {
    return (
      <Layout project={project}>
        <SecondFactorNeeded />
      </Layout>
    );
  }
  return (
    <ProjectContext value={project}>
      <Layout project={project}>
        <Switch>
          <Route path="/p/:projectId">
            <ProjectHome />
          </Route>
          {projectPages.map(({ path }) => (
            <Route
              key={path}
              path={`/p/:projectId/${path}`}
              component={projectPageComponents[path]}
            />
          ))}
          {projectDetailPages.map(({ path, component }) => (
            <Route key={path} path={`/p/:projectId/${path}`} component={component} />
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Layout>
    </ProjectContext>
  );
}

function Pages() {
  const me = useMe();
  const isSetUpFirst = me.projects.some(({ needsSecondFactor }) => needsSecondFactor);
  const [onlyProject, ...others] = me.projects.filter(({ archivedAt }) => archivedAt === null);
  return (
    <Switch>
      <Route path="/">
        {isSetUpFirst ? (
          <SecondFactorNeeded />
        ) : (
          <Redirect
            to={onlyProject && others.length === 0 ? projectHome(onlyProject) : "/projects"}
            replace
          />
        )}
      </Route>
      {pages.map(({ path }) => (
        <Route key={path} path={`/${path}`} component={pageComponents[path]} />
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

/** Redirects to Getting started until the first request has arrived, then to the first page. */
function ProjectHome() {
  const project = useProject();
  const { data, error, refetch } = useStart();
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} />;
  const to = hasBegun(data) ? firstPage(project) : `/p/${project.projectId}/start`;
  return <Redirect to={to} replace />;
}

function NotFound({ children }: { children?: ReactNode }) {
  return (
    <Page title="Page not found">
      <EmptyState
        icon="search"
        title="There is no page at this address"
        action={<LinkButton to="/projects">All projects</LinkButton>}
      >
        {children ?? "The URL may be mistyped, or the page may have moved."}
      </EmptyState>
    </Page>
  );
}
