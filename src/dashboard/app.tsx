/** Which page is drawn: before signing in, or in the frame, by the address. */
import { lazy, Suspense } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { MeContext, type Project, ProjectContext, useMe, useSession } from "./api/session.ts";
import { ErrorNotice, SkeletonRows } from "./components/page.tsx";
import { lastProject } from "./layout/last-project.ts";
import { Layout } from "./layout/layout.tsx";
import { pages, projectHome, projectPages } from "./pages/navigation.ts";
import { NotFound } from "./pages/not-found.tsx";
import {
  pageComponents,
  projectDetailPages,
  projectPageComponents,
} from "./pages/page-components.ts";

const SignIn = lazy(() => import("./pages/sign-in/page.tsx"));
const Home = lazy(() => import("./pages/home.tsx"));
const Welcome = lazy(() => import("./pages/welcome/page.tsx"));

export function App() {
  return (
    <Router base="/dashboard">
      <Suspense fallback={null}>
        <Switch>
          <Route path="/welcome">
            <Welcome />
          </Route>
          <Route>
            <SignedIn />
          </Route>
        </Switch>
      </Suspense>
    </Router>
  );
}

/** Whoever is not signed in signs in where they are, and then sees the page they came for. */
function SignedIn() {
  const { data, error, refetch } = useSession();
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
    </MeContext>
  );
}

function InProject({ project }: { project: Project | undefined }) {
  if (!project) {
    return (
      <Layout project={null}>
        <NotFound>There is no such project, or you have no role in it.</NotFound>
      </Layout>
    );
  }
  return (
    <ProjectContext value={project}>
      <Layout project={project}>
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <Switch>
            <Route path="/p/:projectId">
              <Home />
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
        </Suspense>
      </Layout>
    </ProjectContext>
  );
}

function Pages() {
  const [onlyProject, ...others] = useMe().projects.filter(({ archivedAt }) => archivedAt === null);
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <Switch>
        <Route path="/">
          <Redirect
            to={onlyProject && others.length === 0 ? projectHome(onlyProject) : "/projects"}
            replace
          />
        </Route>
        {pages.map(({ path }) => (
          <Route key={path} path={`/${path}`} component={pageComponents[path]} />
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  );
}
